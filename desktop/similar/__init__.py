"""Parts of the similar page: its models, its views, and why a paper is near."""
