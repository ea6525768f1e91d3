import { z } from 'zod';
import type { AcceptedLosses, LedgerContents, LedgerFile } from './ledger.ts';

/** A SHA-256 hash in hexadecimal digits. */
const hashSchema = z.string().regex(/^[\da-f]{64}$/);

const fileSchema = z.looseObject({
  created: z.boolean(),
  before: hashSchema.nullable(),
  after: hashSchema,
  entries: z.record(z.string(), z.array(z.unknown())),
  set: z.array(z.string()).optional(),
  sources: z
    .record(z.string(), z.record(z.string(), z.array(z.unknown())))
    .optional()
    .catch(undefined),
}) satisfies z.ZodType<LedgerFile>;

const acceptedSchema = z.record(
  z.string(),
  z.array(z.string()),
) satisfies z.ZodType<AcceptedLosses>;

const ledgerSchema = z.looseObject({
  version: z.literal(1),
  files: z.record(z.string(), fileSchema),
  watchers: z.record(z.string(), z.array(z.string())).optional(),
  accepted: z.record(z.string(), z.record(z.string(), acceptedSchema)).optional(),
}) satisfies z.ZodType<LedgerContents>;

/** Returns a value as the contents of a ledger, if it is one; else the dotted path of what is wrong first. */
export function checkLedger(
  value: unknown,
): { data: LedgerContents; badPath?: never } | { data?: never; badPath: string | undefined } {
  const { data, error } = ledgerSchema.safeParse(value);
  return data ? { data } : { badPath: error?.issues[0]?.path.join('.') };
}
