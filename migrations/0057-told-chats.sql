-- The chat that was told that a connector fails, which is told of its recovery; null: nobody was told yet.
alter table failing_connectors add column told_chat text;
update failing_connectors set told_chat = (select value from settings where key = 'summary_group_id') where told;
alter table failing_connectors drop column told;
