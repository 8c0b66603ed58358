import { pino } from 'pino';
import { expect, test } from 'vitest';
import { answerWhileStarting } from './answer-while-starting.ts';

test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  'a starting server answers %s with 503, so that the client retries',
  async (method) => {
    const http = await answerWhileStarting({ host: '127.0.0.1', port: 0 }, pino({ level: 'silent' }));
    try {
      for (const url of ['/api/v1/order', '/api/v1/notification/read-all', '/', '/readyz']) {
        const answer = await http.inject({ method, url });
        expect([answer.statusCode, answer.headers['retry-after']], url).toStrictEqual([503, '2']);
      }
      expect((await http.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
    } finally {
      await http.close();
    }
  },
);
