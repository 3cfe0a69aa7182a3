"""What everything rests on: records, errors, jobs, files and processes. Imports nothing of ours."""
