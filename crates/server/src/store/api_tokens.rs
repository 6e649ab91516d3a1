//! SQL for API tokens, with which programs act in their owners' names.

use roundtable_protocol::{PersonId, Scope};

use super::db::{Db, Hold, Row, args};
use super::{ApiToken, Person, StoreError, people};
use crate::secret::TokenHash;

/// The scopes as they are stored.
fn written(scopes: &[Scope]) -> String {
    let names: Vec<&str> = scopes.iter().map(|scope| scope.name()).collect();
    names.join(",")
}

/// What a later version stored and this one does not know, a token cannot do here.
fn scopes(text: &str) -> Vec<Scope> {
    let known = |name: &str| Scope::ALL.into_iter().find(|scope| scope.name() == name);
    text.split(',').filter_map(known).collect()
}

/// Reads the columns from this one on.
fn read(row: &Row, from: usize) -> Result<ApiToken, StoreError> {
    Ok(ApiToken {
        hash: TokenHash(row.hash(from)?),
        name: row.text(from + 1)?,
        scopes: scopes(&row.text(from + 2)?),
        created_at: row.int(from + 3)?,
        used_at: row.some_int(from + 4)?,
    })
}

/// Gives a person another token, if they have fewer than `most`.
pub(super) async fn add(db: &impl Db, person: &PersonId, token: &ApiToken, most: usize) -> Result<bool, StoreError> {
    db.hold(Hold::Person(person)).await?;
    db.run(
        "INSERT INTO api_tokens (hash, person, name, scopes, created_at) SELECT ?1, p.id, ?3, ?4, ?5 FROM people p \
         WHERE p.id = ?2 AND p.password IS NOT NULL AND (SELECT count(*) FROM api_tokens WHERE person = ?2) < ?6",
        args![
            &token.hash.0,
            person,
            &token.name,
            &written(&token.scopes),
            token.created_at,
            most
        ],
    )
    .await
    .map(|added| added > 0)
}

/// The tokens of a person, the latest first.
pub(super) async fn of(db: &impl Db, person: &PersonId) -> Result<Vec<ApiToken>, StoreError> {
    let sql = "SELECT hash, name, scopes, created_at, used_at FROM api_tokens WHERE person = ?1 ORDER BY created_at \
               DESC, hash";
    let rows = db.rows(sql, args![person]).await?;
    rows.iter().map(|row| read(row, 0)).collect()
}

/// The token with this hash, and whose it is.
pub(super) async fn find(db: &impl Db, hash: &TokenHash) -> Result<Option<(Person, ApiToken)>, StoreError> {
    let row = db
        .row(
            "SELECT p.id, p.name, p.password, p.bot, t.hash, t.name, t.scopes, t.created_at, t.used_at FROM \
             api_tokens t JOIN people p ON p.id = t.person WHERE t.hash = ?1 AND p.name IS NOT NULL",
            args![&hash.0],
        )
        .await?;
    row.map(|row| Ok((people::read(&row)?, read(&row, 4)?))).transpose()
}

/// Revokes a token of this person.
pub(super) async fn revoke(db: &impl Db, person: &PersonId, hash: &TokenHash) -> Result<bool, StoreError> {
    let sql = "DELETE FROM api_tokens WHERE hash = ?1 AND person = ?2";
    db.run(sql, args![&hash.0, person]).await.map(|gone| gone > 0)
}
