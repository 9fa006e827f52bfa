import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * The address under which the API reaches the bundled server: a login of its own that is a member of the application's
 * role and nothing else, so that no statement leads back to the owner. Its password is new with every start.
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
