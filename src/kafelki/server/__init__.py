"""The table as a server: people and bots at tables, matches that are never lost, messages that tell nobody too much.

socket, web     what comes in: sockets and HTTP, decoded strictly
authority       the one place that changes tables and matches; works without a network
tables          what a table is, before and after the start
letters         every message to anybody, built from what that seat may see
post            who is connected, and how messages reach them
store           what is kept, in SQL
"""
