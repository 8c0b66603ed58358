import type { Envelope } from '#tests/support/app/api.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const password = 'correct horse 7';

/** The app, with users and roles created through it. */
export async function startUsers() {
  const app = await createTestApp();

  let serial = 0;

  async function createUser(fields: object = {}, as = 'admin', withPassword = password): Promise<Envelope> {
    serial += 1;
    const body = {
      username: `user${serial}`,
      nickName: `用户${serial}`,
      password: withPassword,
      roleIds: [],
      status: '2',
      ...fields,
    };
    return app.send('POST', '/sys-user', { as, body });
  }

  const menuIdsOf = async (...codes: string[]): Promise<number[]> => {
    const { data } = await app.send('GET', '/roleMenuTreeselect/0', { as: 'admin' });
    interface Node {
      id: number;
      permission: string;
      children: Node[];
    }
    const open = [...(data as { menus: Node[] }).menus];
    const found: number[] = [];
    for (let node = open.pop(); node; node = open.pop()) {
      if (codes.includes(node.permission)) found.push(node.id);
      open.push(...node.children);
    }
    return found;
  };

  /** A signed-in back-office user with exactly these codes and this data scope. */
  async function staffWith(
    codes: string[],
    dataScope = '1',
  ): Promise<{ token: string; userId: number; roleId: number }> {
    serial += 1;
    const role = await app.send('POST', '/role', {
      as: 'admin',
      body: {
        roleName: `角色${serial}`,
        roleKey: `role${serial}`,
        roleSort: 90,
        status: '2',
        menuIds: await menuIdsOf(...codes),
      },
    });
    await app.send('PUT', '/roledatascope', {
      as: 'admin',
      body: { roleId: role.data, dataScope, version: 1 },
    });
    const user = await createUser({ roleIds: [role.data] });
    const username = `user${serial}`;
    const token = await signInAnew(username);
    return { token, userId: Number(user.data), roleId: Number(role.data) };
  }

  /** Signs in for the first time and replaces the first password. */
  async function signInAnew(username: string): Promise<string> {
    const { data } = await app.send('PUT', '/user/pwd/set', {
      token: await app.signIn(username, password),
      body: { oldPassword: password, newPassword: `${password} new` },
    });
    return (data as { token: string }).token;
  }
  /** The name of the user created last. */
  const lastUsername = () => `user${serial}`;
  return { app, lastUsername, createUser, menuIdsOf, staffWith, signInAnew };
}
