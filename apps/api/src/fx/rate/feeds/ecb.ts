import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { closeOf, indexOfDate } from '../trading-calendar.ts';
import {
  createFeedClient,
  type FeedEndpoint,
  type FeedFetch,
  FeedUnavailable,
  type RateFeed,
  toEuroRates,
} from './feed.ts';

const name = 'ecb';
export const publicUrl = 'https://www.ecb.europa.eu';

const Sheet = z.object({
  'gesmes:Envelope': z.object({
    Cube: z.object({
      Cube: z.object({
        time: z.iso.date(),
        Cube: z.array(z.object({ currency: z.string().length(3), rate: z.string() })).min(1),
      }),
    }),
  }),
});
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  isArray: (_, path) => path === 'gesmes:Envelope.Cube.Cube.Cube',
});

/** Reference rates, published on working days at about 16:00 in Frankfurt. The ECB advises against dealing on them. */
export function ecbFeed({ url }: Pick<FeedEndpoint, 'url'>, ask: FeedFetch = createFeedClient(name)): RateFeed {
  return {
    name,
    validForSeconds: 4 * 86_400,
    hasHistory: false,
    latest: async () => {
      const text = await ask({ url: `${url}/stats/eurofxref/eurofxref-daily.xml` });
      const { time, quotes } = readSheet(text);
      return { pricedAt: publishedAt(time), perEuro: toEuroRates(name, 'EUR', quotes) };
    },
    history: async () => undefined,
  };
}

function readSheet(text: string): Readonly<{ time: string; quotes: Readonly<Record<string, string>> }> {
  const isXml = XMLValidator.validate(text) === true;
  const read = isXml ? Sheet.safeParse(parser.parse(text)) : undefined;
  if (!read?.success) throw new FeedUnavailable('ecb answered in a form of its own', { cause: read?.error });
  const { time, Cube } = read.data['gesmes:Envelope'].Cube.Cube;
  return { time, quotes: Object.fromEntries(Cube.map(({ currency, rate }) => [currency, rate])) };
}

/** About 16:00 in Frankfurt; a few weeks a year the clock changes shift it by an hour. */
export function publishedAt(day: string): Date {
  const index = indexOfDate(day);
  if (index === undefined) throw new FeedUnavailable(`a reference rate of ${day}, a weekend`);
  return new Date(closeOf(index) - 7 * 3_600_000);
}
