alter table approval_request add column asked_reason text not null default '' check (length(asked_reason) <= 500);

comment on column approval_request.asked_reason is 'What whoever asked said to those who approve; no order bears it.';
