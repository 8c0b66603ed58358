import Fastify from 'fastify';

/**
 * The limit of the machine: a bare Fastify that answers every request with a constant. The argument is its size in bytes
 * (0: 304 without a body). Prints its URL.
 */
const size = Number(process.argv[2]);
const filler = '{"data":""}'.length;
const body = JSON.stringify({ data: 'x'.repeat(Math.max(0, size - filler)) });

const http = Fastify();
http.all('/*', (_request, reply) =>
  size === 0
    ? reply.code(304).send()
    : reply.header('content-type', 'application/json; charset=utf-8').send(body),
);
process.stdout.write(`${await http.listen({ host: '127.0.0.1', port: 0 })}\n`);
