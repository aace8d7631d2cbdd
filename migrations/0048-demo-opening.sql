-- The moment at which the demo world was first opened, and whether its people have done what stands there at the first look.
create table demo_opening (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null,
  done boolean not null default false
);
