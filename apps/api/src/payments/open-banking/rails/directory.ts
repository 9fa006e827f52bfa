import type { JWK } from 'jose';
import { z } from 'zod';
import {
  callPartner,
  type Partner,
  PartnerTimeout,
  readJson,
  ServiceStopped,
} from '../../../platform/http/partner-client.ts';
import type { Gate } from '../../../platform/http/service-breakers.ts';
import { BankNoResponse, BankNotCalled } from './open-banking-client.ts';

export type ClientRegistration = Readonly<{ jwk: JWK; redirectUris: readonly string[] }>;

const Participants = z.object({
  participants: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      group: z.string(),
      logo: z.string().startsWith('data:image/'),
      country: z.string(),
      capabilities: z.object({ single: z.boolean(), standingOrder: z.boolean() }),
      status: z.enum(['enabled', 'degraded', 'disabled']),
      message: z.string().nullable(),
      issuer: z.url(),
    }),
  ),
});
export type Participant = z.infer<typeof Participants>['participants'][number];

const RegistrationReply = z.object({ clientId: z.string() });

const cacheMs = 10_000;

export type Directory = Readonly<{
  participants(): Promise<readonly Participant[]>;
  register(): Promise<string>;
}>;

export function createDirectory(
  partner: Partner & Readonly<{ gate?: Gate }>,
  software: ClientRegistration,
  now: () => Date,
): Directory {
  let cache: { at: number; list: readonly Participant[] } | undefined;
  let enrolled: Promise<string> | undefined;

  async function ask<Shape extends z.ZodType>(
    shape: Shape,
    call: Readonly<{ method: 'GET' | 'POST'; path: string; body?: string }>,
  ): Promise<z.output<Shape>> {
    try {
      const reply = await callPartner({ ...partner, ...call });
      if (reply.status >= 300) throw new BankNoResponse(`the directory answered ${reply.status}`);
      return shape.parse(readJson(reply.body));
    } catch (cause) {
      if (cause instanceof ServiceStopped) throw new BankNotCalled('the directory was not asked', { cause });
      if (cause instanceof PartnerTimeout || cause instanceof SyntaxError || cause instanceof z.ZodError)
        throw new BankNoResponse('the directory cannot be read', { cause });
      throw cause;
    }
  }

  return {
    async participants() {
      if (cache && now().getTime() - cache.at < cacheMs) return cache.list;
      const { participants: list } = await ask(Participants, { method: 'GET', path: '/open-banking/directory' });
      cache = { at: now().getTime(), list };
      return list;
    },
    register() {
      enrolled ??= ask(RegistrationReply, {
        method: 'POST',
        path: '/open-banking/software',
        body: JSON.stringify(software),
      }).then(
        ({ clientId }) => clientId,
        (error: unknown) => {
          enrolled = undefined;
          throw error;
        },
      );
      return enrolled;
    },
  };
}
