// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Bigint, Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    user_account: {
      id: string
      business_id: string | null
      email: string
      password_hash: string | null
      name: string
      last_name: Defaulted<string>
      phone: Defaulted<string>
      is_admin: Defaulted<boolean>
      is_sales_rep: Defaulted<boolean>
      is_read_only: Defaulted<boolean>
      is_active: Defaulted<boolean>
      buying_role: Defaulted<'viewer' | 'buyer' | 'approver' | 'manager'>
      deactivated_by: string | null
      is_demo: Defaulted<boolean>
      terms_agreed_at: Moment | null
      email_proven_at: Moment | null
      is_existing_customer: Defaulted<boolean>
      customer_id: Defaulted<string>
      version: Defaulted<number>
      created_at: Defaulted<Moment>
      deleted_at: Moment | null
    }
    session: {
      token_hash: Buffer
      user_id: string
      created_at: Defaulted<Moment>
      last_seen_at: Defaulted<Moment>
      expires_at: Moment
      confirmed_at: Defaulted<Moment>
      ip: Defaulted<string>
      user_agent: Defaulted<string>
    }
    known_device: {
      user_id: string
      token_hash: Buffer
      created_at: Defaulted<Moment>
      last_used_at: Defaulted<Moment>
    }
    password_key: {
      user_id: string
      purpose: 'reset' | 'invitation'
      key_hash: Buffer
      created_at: Defaulted<Moment>
      expires_at: Moment
    }
    email_proof: {
      id: string
      user_id: string
      email: string
      former_email: string | null
      key_hash: Buffer
      undo_hash: Buffer | null
      created_at: Defaulted<Moment>
      expires_at: Moment
      proven_at: Moment | null
    }
    one_time_code: {
      user_id: string
      for_user_id: string
      code_hmac: Buffer
      created_at: Defaulted<Moment>
      expires_at: Moment
      tries_left: number
    }
    passkey: {
      id: string
      user_id: string
      credential_id: string
      public_key: Buffer
      sign_count: Defaulted<Bigint>
      transports: Defaulted<string[]>
      name: string
      needs_password: Defaulted<boolean>
      created_at: Defaulted<Moment>
      last_used_at: Moment | null
    }
    authenticator_app: {
      user_id: string
      secret: Buffer | null
      pending_secret: Buffer | null
      last_step: Defaulted<number>
      created_at: Defaulted<Moment>
      last_used_at: Moment | null
    }
    recovery_code: {
      user_id: string
      code_hmac: Buffer
    }
    passkey_challenge: {
      challenge: string
      purpose: 'sign-in' | 'second-factor' | 'registration' | 'confirmation' | 'order'
      bound_to: Buffer | null
      expires_at: Moment
    }
    sign_in_step: {
      key_hash: Buffer
      user_id: string
      tries_left: number
      expires_at: Moment
    }
    business_sign_on: {
      business_id: string
      issuer: string
      client_id: string
      client_secret: Buffer
      are_passwords_off: Defaulted<boolean>
      created_at: Defaulted<Moment>
    }
    business_sign_on_domain: {
      domain: string
      business_id: string
    }
    company_identity: {
      issuer: string
      subject: string
      user_id: string
      created_at: Defaulted<Moment>
      last_used_at: Defaulted<Moment>
    }
    sign_on_attempt: {
      state_hash: Buffer
      browser_hash: Buffer
      business_id: string | null
      nonce: string
      verifier: string
      expires_at: Moment
    }
  }
}
