"""What streaming partitioners share: greedy placement, replica bit masks, edge orders."""
