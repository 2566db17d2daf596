"""What a sensible beginner would do, what a search needs, what a seat cannot know."""
