"""Records, errors, jobs, files and processes that all other packages use; imports none of them."""
