import type { JsonWebKey } from 'node:crypto';
import { z } from 'zod';
import { type Partner, PartnerSilence, partnerCall } from '../../kernel/partner.ts';
import { BankSilence } from './open-banking.ts';

export type Software = Readonly<{ jwk: JsonWebKey; redirectUris: readonly string[] }>;

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

const Enrolled = z.object({ clientId: z.string() });

const freshMs = 10_000;

export type Directory = Readonly<{
  participants(): Promise<readonly Participant[]>;
  enrol(): Promise<string>;
}>;

export function directoryAt(partner: Partner, software: Software, now: () => Date): Directory {
  let kept: { at: number; list: readonly Participant[] } | undefined;
  let enrolled: Promise<string> | undefined;

  async function ask<Shape extends z.ZodType>(
    shape: Shape,
    call: Readonly<{ method: 'GET' | 'POST'; path: string; body?: string }>,
  ): Promise<z.output<Shape>> {
    try {
      const reply = await partnerCall({ ...partner, ...call });
      if (reply.status >= 300) throw new BankSilence(`the directory answered ${reply.status}`);
      return shape.parse(JSON.parse(reply.body));
    } catch (cause) {
      if (cause instanceof PartnerSilence || cause instanceof SyntaxError || cause instanceof z.ZodError)
        throw new BankSilence('the directory cannot be read', { cause });
      throw cause;
    }
  }

  return {
    async participants() {
      if (kept && now().getTime() - kept.at < freshMs) return kept.list;
      const { participants: list } = await ask(Participants, { method: 'GET', path: '/open-banking/directory' });
      kept = { at: now().getTime(), list };
      return list;
    },
    enrol() {
      enrolled ??= ask(Enrolled, {
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
