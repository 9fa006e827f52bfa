import { once } from 'node:events';
import { joinRoom } from '@larkmere/contract/live';
import { expect, test } from 'vitest';
import { type Given, givenCustomer, givenDatabase } from '../../../../test/given.ts';
import { givenApp, givenCredentials, signIn } from '../../../../test/given-app.ts';
import { pushLive } from './live.ts';
import { inTransaction } from './transaction.ts';

const { db, url } = await givenDatabase();
const app = await givenApp(url);

/** A window of this person that listens, in the words of the wire; `said` is everything that came. */
async function openWindow(who: Given, also: object = {}) {
  const { token } = await signIn(app.base, who);
  const socket = new WebSocket(`${app.base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const said: string[] = [];
  const heard = async (start: string): Promise<string> => {
    for (;;) {
      const found = said.find((text) => text.startsWith(start));
      if (found !== undefined) return found;
      await once(socket, 'message');
    }
  };
  socket.addEventListener('message', ({ data }) => said.push(String(data)));
  await heard('0');
  socket.send(`40${JSON.stringify({ token, ...also })}`);
  await heard('40');
  const ask = async (room: string): Promise<boolean> => {
    const before = said.length;
    socket.send(`420${JSON.stringify([joinRoom, room])}`);
    while (!said.slice(before).some((text) => text.startsWith('430'))) await once(socket, 'message');
    return said.at(-1) === '430[true]';
  };
  return { said, heard, ask, close: () => socket.close() };
}

test('a window hears of its own person alone, whatever room it asks for', async () => {
  const [mine, other] = [await givenCustomer(db), await givenCustomer(db)];
  for (const who of [mine, other]) await givenCredentials(db, who);
  const window = await openWindow(mine, { room: other.person.id, personId: other.person.id });
  expect(await window.ask(mine.person.id)).toBe(true);
  expect(await window.ask(other.person.id)).toBe(false);
  const notice = (title: string) => ({ type: 'test', severity: 'info', title, message: '', link: null }) as never;
  await inTransaction(db, (tx) => pushLive(tx, other.person.id, notice('for the other')));
  await inTransaction(db, (tx) => pushLive(tx, mine.person.id, notice('for me')));
  await window.heard('42');
  expect(window.said.join()).toContain('for me');
  expect(window.said.join()).not.toContain('for the other');
  window.close();
});
