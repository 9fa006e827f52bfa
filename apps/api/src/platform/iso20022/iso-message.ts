import { isSensibleYear } from '@larkmere/contract/platform/fields';
import { removeHiddenCharacters } from '@larkmere/contract/platform/free-text';
import { isCurrency, type Money, readAmount } from '@larkmere/money/money';
import { XMLParser } from 'fast-xml-parser';
import { create } from 'xmlbuilder2';
import { z } from 'zod';

/** An ISO 20022 message that cannot be parsed. It is stored for review and changes nothing. */
export class UnreadableRailMessage extends Error {
  override name = 'UnreadableRailMessage';
}

const IsoEnvelope = z.object({ Document: z.unknown() });

export type IsoContent = string | { readonly [name: string]: IsoContent | readonly IsoContent[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
  htmlEntities: true,
  // The message itself is stored as it came.
  tagValueProcessor: (_, text) => removeHiddenCharacters(text),
});

export function writeIsoMessage(message: string, content: IsoContent): string {
  const Document = { '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${message}`, ...(content as object) };
  return create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }, { Document }).end();
}

export function readIsoMessage<Shape extends z.ZodType>(document: string, shape: Shape): z.output<Shape> {
  // No bank needs entity definitions, and they allow entity expansion attacks.
  if (document.includes('<!DOCTYPE')) throw new UnreadableRailMessage('The message brings its own definitions');
  try {
    return shape.parse(IsoEnvelope.parse(parser.parse(document, true)).Document);
  } catch (cause) {
    throw new UnreadableRailMessage('The message has not the agreed shape', { cause });
  }
}

export const IsoAmount = z.object({ '#text': z.string(), '@Ccy': z.string() }).transform((amount, context): Money => {
  const read = isCurrency(amount['@Ccy']) ? readAmount(amount['@Ccy'], amount['#text']) : undefined;
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'Not an amount' });
  return z.NEVER;
});

export const IsoDateTime = z.iso
  .datetime({ offset: true })
  .refine(isSensibleYear, 'a date outside the years 1900 to 2999')
  .transform((text) => new Date(text));

/** A UUID with hyphens has 36 characters and ISO 20022 allows 35. */
export const toIsoId = (uuid: string): string => uuid.replaceAll('-', '');
