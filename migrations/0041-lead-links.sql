-- Published tables that are read at their link with every sync.
create table lead_links (
  -- Part of each row's key: it never changes.
  name text primary key,
  url text not null,
  mapping jsonb not null,
  added_by text not null,
  created_at timestamptz not null
);

-- Of a draft that was read at a link.
alter table uploads add column url text;
