-- Views are kept of several screens, each with names of its own.
alter table board_views
  add column screen text not null default 'board' check (screen in ('board', 'analytics')),
  drop constraint board_views_pkey,
  add primary key (member_id, screen, name);
