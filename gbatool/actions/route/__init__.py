"""Plan a route on the live grid: targets, the field, forced movement, the planner."""
