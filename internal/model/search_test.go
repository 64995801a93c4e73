package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func sprintf(format *Val, args ...*Val) *Val {
	return &Val{op: OpConcat, text: "f", args: []*Val{format, list(args...)}}
}

func TestTemplate(t *testing.T) {
	table, id := str("orders"), from(Business, "ID")
	for name, c := range map[string]struct {
		val  *Val
		want []string
	}{
		"constant":            {table, []string{"orders"}},
		"interface":           {&Val{op: OpIface, args: []*Val{table}}, []string{"orders"}},
		"unknown":             {id, []string{"?"}},
		"concatenation":       {concat(concat(str("DELETE FROM "), table), str(" WHERE id = $1")), []string{"DELETE FROM orders WHERE id = $1"}},
		"unknown part":        {concat(str("SELECT "), id), []string{"SELECT ?"}},
		"alternatives":        {alt([]*Val{str("a"), str("b")}, false), []string{"a", "b"}},
		"alternatives inside": {concat(str("x "), alt([]*Val{str("a"), str("b")}, false)), []string{"x a", "x b"}},
		"nil alternative":     {alt([]*Val{zero, str("a")}, false), []string{"a"}},
		"format":              {sprintf(str("UPDATE %s SET n = %d"), table, id), []string{"UPDATE orders SET n = ?"}},
		"format, flags":       {sprintf(str("%-10s|%05.2f|%+v"), table, id, str("x")), []string{"orders|?|x"}},
		"format, indexes":     {sprintf(str("%[2]s, %[1]s"), str("a"), str("b")), []string{"b, a"}},
		"format, index last":  {sprintf(str("%s %s = %[2]s + 1"), str("SET"), str("n")), []string{"SET n = n + 1"}},
		"format, two formats": {sprintf(alt([]*Val{str("a %s"), str("b %s")}, false), table), []string{"a orders", "b orders"}},
		"nested format":       {sprintf(str("(%s)"), sprintf(str("[%s]"), table)), []string{"([orders])"}},
		"trimmed":             {&Val{op: OpMix, text: "strings.TrimSpace", args: []*Val{table}}, []string{"orders"}},
	} {
		assert.Equal(t, c.want, testWorld().template(c.val, "?", 0), name)
	}
}

func TestTemplateIsBounded(t *testing.T) {
	two := alt([]*Val{str("a"), str("b")}, false)
	x := two
	for range 6 {
		x = concat(x, alt([]*Val{str("c"), str("d")}, false))
	}
	assert.LessOrEqual(t, len(testWorld().template(x, "?", 0)), maxTexts)
}

func TestTexts(t *testing.T) {
	a, b := str("a"), str("b")
	assert.Equal(t, []string{"a"}, texts(a))
	assert.Equal(t, []string{"a"}, texts(&Val{op: OpIface, args: []*Val{mix(a)}}))
	assert.Equal(t, []string{"a", "b"}, texts(alt([]*Val{a, b}, false)))
	assert.Empty(t, texts(mix(a, b)))
	assert.Empty(t, texts(from(Business, "ID")))
}

func TestFindByName(t *testing.T) {
	key, trace := from(Business, "ID"), from(Transport, "Message.ID")
	w := testWorld()
	params := thing("Params", thing("IdempotencyKey", key), "Headers", thing("[X-Trace]", trace))
	ns := w.dig(params)
	assert.Equal(t, []*Val{key}, fieldOf(ns, "IdempotencyKey"))
	assert.Equal(t, []*Val{trace}, headerOf(ns, []string{"x-trace"}))
	assert.Empty(t, fieldOf(ns, "ClientToken"))
	// A header written as a pair.
	ns = w.dig(list(thing("Key", str("event-id"), "Value", key)))
	assert.Equal(t, []*Val{key}, headerOf(ns, []string{"Event-Id"}))
}

func TestReadContents(t *testing.T) {
	w := testWorld()
	a, b := str("a"), str("b")
	x := thing("ID", a, "[k]", b)
	assert.Same(t, a, w.field(x, "ID", ""))
	assert.Same(t, b, w.elem(x, "[k]"))
	assert.Same(t, zero, w.field(x, "Name", ""))
	assert.Same(t, zero, w.elem(x, "[other]"))
	assert.Same(t, b, w.elem(x, "[]"))

	// Writes further in lie over the base.
	inner := thing("ID", a)
	y := &Val{op: OpObj, obj: &object{base: zero, puts: []boundPut{
		{path: []string{"Order"}, val: inner},
		{path: []string{"Order", "Name"}, val: b},
	}}}
	order := w.field(y, "Order", "")
	assert.Same(t, a, w.field(order, "ID", ""))
	assert.Same(t, b, w.field(order, "Name", ""))

	// A field of what was decoded is named by its path.
	d := w.field(w.field(&Val{op: OpDecoded, args: []*Val{from(Business, "Body")}}, "Order", ""), "ID", "")
	s, ok := w.origin(d).source(Business)
	assert.True(t, ok)
	assert.Equal(t, "Order.ID", s.Name)
}

func TestKeyNames(t *testing.T) {
	for _, name := range []string{
		"Idempotency-Key", "idempotency_key", "IdempotencyKey", "X-Idempotency-Key", "idempotentKey", "X-Request-Id", "request_id",
		"event_id", "ce-id", "EventID", "MessageID", "Nats-Msg-Id", "transactionId", "client_reference", "externalId", "order_id",
		"payment_reference", "correlation_id", "id", "key", "reference", "nonce", "DeduplicationId",
	} {
		assert.Truef(t, keyish.MatchString(name), "%s", name)
	}
	for _, name := range []string{"Authorization", "Content-Type", "customer_id", "trace_id", "user", "amount", "identity", "keyboard", "orderly", "message"} {
		assert.Falsef(t, keyish.MatchString(name), "%s", name)
	}
	for _, name := range []string{"Idempotency-Key", "X-Payout-Idempotency", "MessageDeduplicationId", "dedup_id"} {
		assert.Truef(t, strictKey.MatchString(name), "%s", name)
	}
	for _, name := range []string{"event_id", "Key", "duplicate"} {
		assert.Falsef(t, strictKey.MatchString(name), "%s", name)
	}
}

func TestReferenceNames(t *testing.T) {
	for _, name := range []string{
		"client_request_id", "clientReference", "external_id", "externalReference", "merchant_order_id", "request_id", "event_id",
		"operation_id", "transactionId", "transaction_ref", "reference", "reference_id",
	} {
		assert.Truef(t, referenceName.MatchString(name), "%s", name)
	}
	for _, name := range []string{"id", "order_id", "customer_id", "client_secret", "event_type", "request", "preference"} {
		assert.Falsef(t, referenceName.MatchString(name), "%s", name)
	}
}

func TestDeadLetterNames(t *testing.T) {
	for _, name := range []string{
		"orders-dlq", "OrdersDLQ", "orders.dlx", "dead-letter", "deadLetterQueue", "dead_letters", "orders.dead", "orders-poison",
		"parking-lot", "quarantine", "DEAD_LETTER_TOPIC",
	} {
		assert.Truef(t, deadLetterName.MatchString(name), "%s", name)
	}
	for _, name := range []string{"orders", "deadline", "deadlines", "letters", "c.producer.Publish", "dedup-events"} {
		assert.Falsef(t, deadLetterName.MatchString(name), "%s", name)
	}
}

func TestReadAddresses(t *testing.T) {
	for _, url := range []string{
		"https://es.local/orders/_search", "https://api.example.com/v1/search?q=x", "https://api.example.com/graphql",
		"https://auth.example.com/oauth2/token", "https://api.example.com/v1/prices:calculate", "/quote",
	} {
		assert.Truef(t, readURL.MatchString(url), "%s", url)
	}
	for _, url := range []string{
		"https://api.example.com/v1/refunds", "https://api.example.com/checkout", "https://api.example.com/orders/quoted", "https://research.example.com/jobs",
	} {
		assert.Falsef(t, readURL.MatchString(url), "%s", url)
	}
}
