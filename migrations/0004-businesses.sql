create domain account_number as text check (value !~ '^0|[\t-\r ]');

comment on domain account_number is
  'How the ERP numbers its customers. People write leading zeros and blanks, or leave them out: stored without.';

create table billed_account (
  number account_number primary key
);

comment on table billed_account is
  'The account numbers that stand in orders and in invoices. They are few, so a part of a number is looked for '
  'among them, and orders and invoices are found by whole numbers. A number that is no longer used finds nothing '
  'and may stay.';

-- Every reader would walk through a list of pending entries, and new accounts are rare.
create index billed_account_pieces on billed_account using gin ((
  case when length(number) > 12 or number <> upper(number) then array['other']
  else array[substr(number, 1, 1), substr(number, 1, 2)] || (array[
    substr(number, 1, 3), substr(number, 2, 3), substr(number, 3, 3), substr(number, 4, 3), substr(number, 5, 3),
    substr(number, 6, 3), substr(number, 7, 3), substr(number, 8, 3), substr(number, 9, 3),
    substr(number, 10, 3)
  ])[1:length(number) - 2] || (array[
    substr(number, 1, 6), substr(number, 2, 6), substr(number, 3, 6), substr(number, 4, 6), substr(number, 5, 6),
    substr(number, 6, 6), substr(number, 7, 6)
  ])[1:length(number) - 5] end
)) with (fastupdate = off);
