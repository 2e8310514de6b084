"""What experiments leave: tables, pictures, reports, comparisons."""
