-- The click that a lead came of, and what the affiliate sent along: {"clickId": "…", "sub1": "…"}. Null: nothing.
alter table leads add column tracking jsonb;
create index leads_by_click on leads ((tracking ->> 'clickId')) where tracking ->> 'clickId' is not null;
