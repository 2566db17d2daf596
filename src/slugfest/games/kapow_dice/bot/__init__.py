"""What a sensible beginner would do, what a search needs to look ahead, and what a seat cannot know."""
