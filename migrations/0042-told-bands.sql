-- The range in which eight in ten days should end, as it was foretold at fixed hours, of all leads and of each cap: what the
-- hit rate is measured on. Written once and never again, so that nothing that is learnt later makes it look better.
create table told_bands (
  day date not null,
  hour smallint not null,
  told_at timestamptz not null,
  -- Of all leads of the day, both included.
  low integer not null,
  high integer not null,
  -- Caps and their ranges, in one order.
  cap_ids text[] not null,
  cap_lows integer[] not null,
  cap_highs integer[] not null,
  primary key (day, hour)
);
create index told_bands_by_age on told_bands (told_at);
