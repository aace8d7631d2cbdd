-- Leads of past days by key and quarter of an hour, as forecasts read them. Counting eight weeks of leads takes seconds, and
-- past days hardly ever change: a day whose stamp is that of its leads need not be counted again, whichever node starts.
create table counted_days (
  day date primary key,
  zone text not null,
  stamp text not null,
  counts jsonb not null
);
