"""How a database comes to have the present tables, from nothing or from an older release."""
