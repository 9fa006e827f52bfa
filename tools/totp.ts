import { totpCodeAt } from '../apps/api/src/platform/security/totp.ts';
import { staff } from '../db/seed/people.ts';

const stepSeconds = 30;
const now = new Date();
const left = stepSeconds - (Math.floor(now.getTime() / 1000) % stepSeconds);

for (const { name, username, totpSecret } of staff)
  console.log(`${await totpCodeAt(totpSecret, now)}  ${name} (${username}), for another ${left} seconds`);
