alter table approval_request add column ship_location jsonb;

comment on column approval_request.ship_location is 'The place on the map that was sent with the ship-to address.';
comment on column sales_order.ship_location is 'The place on the map that was sent with the ship-to address.';
