-- How many changes people had made when a calculation was taken: where more were made since, it may have read the old.
alter table payout_reports add column changes_read bigint;
