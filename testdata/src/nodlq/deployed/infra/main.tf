resource "aws_sqs_queue" "fleeces" { # want IDM005 "queue fleeces-shorn"
  name = "fleeces-shorn"
}

resource "aws_sqs_queue" "wool" {
  name           = "wool-carded"
  redrive_policy = jsonencode({ deadLetterTargetArn = aws_sqs_queue.wool_dead.arn, maxReceiveCount = 5 })
}

resource "aws_sqs_queue" "wool_dead" { # want IDM005 "no alarm watches queue wool-carded-dead"
  name = "wool-carded-dead"
}

resource "aws_sqs_queue" "yarn" {
  name                       = "yarn-spun"
  visibility_timeout_seconds = 180
  redrive_policy             = jsonencode({ deadLetterTargetArn = aws_sqs_queue.yarn_dead.arn, maxReceiveCount = 5 })
}

resource "aws_sqs_queue" "yarn_dead" {
  name = "yarn-spun-dead"
}

resource "aws_cloudwatch_metric_alarm" "yarn_dead" {
  alarm_name          = "yarn-dead"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  threshold           = 0
  alarm_actions       = ["arn:aws:sns:eu-central-1:111122223333:oncall"]
  dimensions          = { QueueName = aws_sqs_queue.yarn_dead.name }
}

resource "aws_ecs_task_definition" "mill" {
  family = "mill"
  container_definitions = jsonencode([{
    name  = "mill"
    image = "registry.internal/mill:4"
    environment = [
      { name = "FLEECE_QUEUE_URL", value = aws_sqs_queue.fleeces.url },
      { name = "WOOL_QUEUE_URL", value = aws_sqs_queue.wool.url },
    ]
  }])
}

resource "aws_lambda_function" "spin" {
  function_name = "mill-spin"
  role          = "arn:aws:iam::111122223333:role/mill"
  filename      = "../build/spin.zip"
  handler       = "bootstrap"
  runtime       = "provided.al2023"
  timeout       = 30
}

resource "aws_lambda_event_source_mapping" "spin" { # want IDM007 "the mapping does not ask for it"
  event_source_arn = aws_sqs_queue.yarn.arn
  function_name    = aws_lambda_function.spin.arn
}

resource "aws_kinesis_stream" "felt" {
  name        = "felt"
  shard_count = 1
}

resource "aws_lambda_function" "felt" {
  function_name = "mill-felt"
  role          = "arn:aws:iam::111122223333:role/mill"
  filename      = "../build/felt.zip"
  handler       = "bootstrap"
  runtime       = "provided.al2023"
  timeout       = 30
}

resource "aws_lambda_event_source_mapping" "felt" { # want IDM005 "is dropped after it"
  event_source_arn       = aws_kinesis_stream.felt.arn
  function_name          = aws_lambda_function.felt.arn
  starting_position      = "LATEST"
  maximum_retry_attempts = 3
}
