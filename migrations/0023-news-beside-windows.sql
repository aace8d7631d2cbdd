-- Of a window that takes several runs: up to when what registered since it began is stored, and its rows so far.
alter table feeds
  add column window_caught_up_to timestamptz,
  add column window_rows integer,
  add column window_bad_rows integer;
