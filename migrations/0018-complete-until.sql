-- Up to when the tables hold what a connector had, where the part is good: from when the window was asked that was read
-- to its end, and not when that end came.
alter table sync_parts add column complete_until timestamptz;
