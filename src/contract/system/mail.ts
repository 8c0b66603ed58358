import * as z from 'zod/mini';
import type { Endpoints } from '../kernel/endpoint.ts';

/** Whether this server sends mail, and the state of messages from the last seven days. */
export const mailState = z.object({
  isOn: z.boolean(),
  /** Sender; empty while mail is off. */
  from: z.string(),
  waiting: z.number(),
  failed: z.number(),
  /** The latest error since the mail server last accepted a message, ignoring rejected recipients; may be empty. */
  lastFailure: z.string(),
});
export type MailState = z.output<typeof mailState>;

export const mail = {
  state: {
    method: 'GET',
    path: '/set-config/mail',
    summary: '邮件状态',
    permission: 'admin:sysConfigSet:list',
    data: mailState,
  },
  /** Sends a mail to the caller at once, and returns the mail server's response. */
  test: {
    method: 'POST',
    path: '/set-config/mail-test',
    summary: '发送测试邮件',
    permission: 'admin:sysConfigSet:update',
    msg: '测试邮件已交给邮件服务器',
    data: z.object({ recipient: z.string(), answer: z.string() }),
  },
} as const satisfies Endpoints;
