-- How members look at the board, under names of their own: what its address says behind the `?`.
create table board_views (
  member_id text not null references members on delete cascade,
  name text not null,
  search text not null,
  primary key (member_id, name)
);
