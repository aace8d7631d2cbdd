-- The columns of the list of leads that somebody has chosen.
create table lead_columns (
  member_id text primary key references members on delete cascade,
  columns text[] not null
);
