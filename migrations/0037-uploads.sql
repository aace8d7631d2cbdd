-- Files that people upload as feeds. A draft is looked at and mapped; its rows are in the leads once it is saved.
create table uploads (
  id text primary key,
  file_name text not null,
  -- The names of its columns, from its first row.
  columns text[] not null default '{}',
  -- Below the headings.
  row_count integer not null default 0,
  uploaded_by text not null,
  created_at timestamptz not null,
  state text not null check (state in ('arriving', 'draft', 'saving', 'saved', 'failed', 'takingBack', 'takenBack')),
  -- Part of the key of each of its rows; from when it is saved on, as all below.
  connector text,
  mapping jsonb,
  saved_at timestamptz,
  ended_at timestamptz,
  message text,
  -- The fencing token: a page of any other worker is refused.
  worker text,
  -- Pages that are stored.
  pages integer not null default 0,
  new_leads integer not null default 0,
  changed_leads integer not null default 0,
  new_deposits integer not null default 0,
  changed_deposits integer not null default 0,
  bad_rows integer not null default 0,
  test_leads integer not null default 0,
  check ((connector is null) = (state in ('arriving', 'draft')))
);
create index uploads_newest on uploads (saved_at desc) where saved_at is not null;
create index uploads_open on uploads (saved_at) where state in ('saving', 'takingBack');

-- The rows of a draft, many to a page: JSON of their numbers and cells. Gone once they are saved.
create table upload_pages (
  upload_id text not null references uploads on delete cascade,
  position integer not null,
  rows text not null,
  primary key (upload_id, position)
);

-- How files with the same headings were read last.
create table upload_mappings (
  -- A hash of the headings.
  headings text primary key,
  connector text not null,
  mapping jsonb not null,
  saved_at timestamptz not null
);

-- What stood before somebody stored many rows at once, so that all of it can be taken back.
create table kept_rows (
  batch text not null,
  connector text not null,
  kind text not null check (kind in ('leads', 'deposits')),
  external_id text not null,
  -- Later batches have higher ones.
  position bigint generated always as identity,
  kept_at timestamptz not null,
  fate text not null check (fate in ('new', 'changed', 'same')),
  -- The row of its table without what is derived.
  before jsonb,
  check ((before is not null) = (fate = 'changed')),
  primary key (batch, kind, external_id)
);
create index kept_rows_by_row on kept_rows (connector, kind, external_id, position);
create index kept_rows_by_age on kept_rows (kept_at);
