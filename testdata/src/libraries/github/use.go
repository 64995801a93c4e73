package use

import (
	"context"

	"github.com/google/go-github/v74/github"
)

func report(ctx context.Context, client *github.Client, owner, repo, text string) error {
	_, _, err := client.Issues.Create(ctx, owner, repo, &github.IssueRequest{Title: github.Ptr("Build failed"), Body: &text}) // is: effect http, call
	return err
}

func tag(ctx context.Context, client *github.Client, owner, repo, name string) error {
	_, _, err := client.Repositories.CreateRelease(ctx, owner, repo, &github.RepositoryRelease{TagName: &name}) // is: effect http, claim, natural
	return err
}

func passed(ctx context.Context, client *github.Client, owner, repo, commit string) error {
	_, _, err := client.Repositories.CreateStatus(ctx, owner, repo, commit, &github.RepoStatus{State: github.Ptr("success")}) // is: effect http, set, natural
	return err
}
