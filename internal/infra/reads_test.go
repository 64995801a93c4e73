package infra

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReads(t *testing.T) {
	for _, test := range []struct {
		name, content string
		want          bool
	}{
		{"infra/main.tf", "", true},
		{"prod.tfvars", "", true},
		{"serverless.yml", "", true},
		{"template.yaml", "Resources: {Q: {Type: AWS::SQS::Queue}}", true},
		{"deploy.yml", "apiVersion: apps/v1\nkind: Deployment\n", true},
		{"values.yaml", "replicas: 3\n", false},
		{"package.json", `{"name": "shop"}`, false},
		{"plan.json", `{"format_version": "1.2", "terraform_version": "1.9.0"}`, true},
		{"docker-compose.yml", "apiVersion: v1\nkind: Service\n", false},
		{"README.md", "AWS::SQS::Queue", false},
		{"main.go", "package main", false},
	} {
		assert.Equal(t, test.want, Reads(test.name, []byte(test.content)), test.name)
	}
	assert.True(t, Reads("values.yaml", nil), "nobody knows what was in it")
	assert.False(t, Reads("README.md", nil))
}
