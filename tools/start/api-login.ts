import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Creates the API's own login on the bundled server. It is a member of the application role only, so no statement can
 * become the owner. The password changes at every start.
 */
export async function openApiLogin(databaseUrl: string): Promise<string> {
  const [username, password] = ['larkmere_api', randomBytes(24).toString('base64url')];
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`do $$ begin
        if to_regrole('${username}') is null then create role ${username} login in role larkmere_app; end if;
      end $$;
      alter role ${username} password '${password}'`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(databaseUrl), { username, password }).href;
}
