"""What is done on borrowed machines, in a checkout alone."""
