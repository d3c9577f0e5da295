-- A link that was used stays known for as long as it would have held, so that who follows it again is told the truth.
alter table email_proof drop constraint email_proof_check1;

comment on column email_proof.proven_at is
  'When the address was proven, and a new one took effect. The row stays: a second press of the link is told so, and the former '
  'address can undo a change and is kept from others.';
