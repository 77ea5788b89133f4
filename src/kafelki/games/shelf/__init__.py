"""Półeczka (My Shelfie): two to four players fill their shelves from a shared floor."""
