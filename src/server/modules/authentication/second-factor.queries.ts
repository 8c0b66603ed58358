import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { recoveryCodes, secondFactors, users } from '#server/db/schema.ts';
import { hashRecoveryCode, plainCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

export type SecondFactor = typeof secondFactors.$inferSelect;

const isConfirmed = (userId: number) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));

/** The user's factor, including an unconfirmed one. */
export async function findFactor(db: Db, userId: number): Promise<SecondFactor | undefined> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return factor;
}

/** Whether a sign-in of this user needs a code. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(isConfirmed(userId));
  return rows.length > 0;
}

/** Locks the user: concurrent sign-ins wait and then see the changes of this transaction. */
export async function lockUser(tx: Db, userId: number): Promise<void> {
  await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('update');
}

/** Stores a secret that its first code will confirm; false when the user has a confirmed one. */
export async function insertUnconfirmed(db: Db, userId: number, secret: string): Promise<boolean> {
  const stored = await db
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, lastStep: 0 },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  return stored.length > 0;
}

export async function confirmFactor(db: Db, userId: number, step: number, now: Date): Promise<void> {
  await db
    .update(secondFactors)
    .set({ confirmedAt: now, lastStep: step })
    .where(eq(secondFactors.userId, userId));
}

/** Deletes a factor and its recovery codes; false when the user had no confirmed one. */
export async function deleteFactor(tx: Db, userId: number): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const deleted = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt });
  return deleted.some(({ confirmedAt }) => confirmedAt !== null);
}

export async function replaceRecoveryCodes(tx: Db, userId: number, codes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(plainCode(code)) })));
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/**
 * Uses up a code of the user's confirmed factor: six digits from the device, of a later period than the last accepted
 * one, or a recovery code. Undefined when it is neither; of several requests with the same code only one succeeds.
 */
export async function consumeCode(
  db: Db,
  userId: number,
  input: string,
  now: Date,
): Promise<'device' | 'recovery' | undefined> {
  const plain = plainCode(input);
  const [factor] = await db.select().from(secondFactors).where(isConfirmed(userId));
  if (!factor) return undefined;
  if (!/^\d{6}$/.test(plain))
    return (await consumeRecoveryCode(db, userId, plain, now)) ? 'recovery' : undefined;
  const step = stepOf(factor.secret, plain, now);
  if (step === undefined) return undefined;
  const updated = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(isConfirmed(userId), eq(secondFactors.secret, factor.secret), lt(secondFactors.lastStep, step)),
    )
    .returning({ userId: secondFactors.userId });
  return updated.length > 0 ? 'device' : undefined;
}

async function consumeRecoveryCode(db: Db, userId: number, plain: string, now: Date): Promise<boolean> {
  const updated = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashRecoveryCode(plain)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return updated.length > 0;
}
