import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { isSigned } from '../signature.ts';
import { saveSoftware } from './open-banking-store.ts';
import { openBankingBanks, toLogo } from './other-banks.ts';
import { issuerUrl, textBody } from './request.ts';

const Software = z.strictObject({
  jwk: z.looseObject({ kty: z.literal('RSA'), kid: z.string(), n: z.string(), e: z.string() }),
  redirectUris: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .max(4),
});

export function directoryRoutes(app: FastifyInstance, bank: Bank): void {
  app.get('/open-banking/directory', (request, reply) => {
    const participants = openBankingBanks.map((each) => ({
      id: each.id,
      name: each.name,
      group: each.group,
      logo: toLogo(each),
      country: 'GB',
      capabilities: { single: true, standingOrder: false },
      status: each.behaviour === 'down' ? 'disabled' : each.behaviour === 'slow' ? 'degraded' : 'enabled',
      message: each.message ?? null,
      issuer: issuerUrl(request, each),
    }));
    void reply.send({ participants });
  });

  app.post('/open-banking/software', async (request, reply) => {
    const { 'x-timestamp': timestamp = '', 'x-signature': signature = '' } = request.headers;
    const body = textBody(request);
    if (!isSigned(bank.railSecret, String(timestamp), body, String(signature), bank.now()))
      return reply.code(401).send({ message: 'The signature is wrong or too old' });
    const software = Software.safeParse(JSON.parse(body));
    if (!software.success) return reply.code(400).send({ message: z.prettifyError(software.error) });
    const clientId = 'larkmere';
    saveSoftware(bank, { clientId, ...software.data });
    return { clientId };
  });
}
