"""Configurations as models: experiments, studies, sweeps."""
