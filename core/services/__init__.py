"""What a front end asks: each service is responsible for one part of what a person does."""
