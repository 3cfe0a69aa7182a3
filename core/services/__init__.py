"""What a front end asks: each service answers for one part of what a person does."""
