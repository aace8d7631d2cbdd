-- Ids of advertisers that were deleted, in the spelling that their caps and leads keep.
create table former_advertisers (
  advertiser_id text primary key
);

-- Of advertisers that were deleted before, the spelling of the cap that was written last.
insert into former_advertisers (advertiser_id)
select distinct on (lower(c.advertiser_id)) c.advertiser_id from caps c
where c.advertiser_id is not null
  and not exists (select from advertisers a where lower(a.advertiser_id) = lower(c.advertiser_id))
order by lower(c.advertiser_id), c.updated_at desc, c.advertiser_id;
