CREATE TABLE conversations (
    id                TEXT PRIMARY KEY,
    title             TEXT NOT NULL DEFAULT '',
    msg_count         INTEGER NOT NULL DEFAULT 0,
    created_at        TEXT NOT NULL,
    updated_at        TEXT NOT NULL,
    prompt_tokens     INTEGER NOT NULL DEFAULT 0,
    completion_tokens INTEGER NOT NULL DEFAULT 0,
    cost_usd          REAL NOT NULL DEFAULT 0.0,
    pinned            INTEGER NOT NULL DEFAULT 0,
    workspace         TEXT NOT NULL DEFAULT '',
    tenant_id         TEXT NOT NULL DEFAULT ''
);

CREATE TABLE conversation_messages (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_id     TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
    step                INTEGER NOT NULL,
    role                TEXT NOT NULL,
    content             TEXT NOT NULL DEFAULT '',
    tool_calls_json     TEXT,
    tool_call_id        TEXT NOT NULL DEFAULT '',
    name                TEXT NOT NULL DEFAULT '',
    is_meta             INTEGER NOT NULL DEFAULT 0,
    is_compact_summary  INTEGER NOT NULL DEFAULT 0,
    UNIQUE(conversation_id, step)
);

CREATE INDEX idx_conv_msgs_conv_id ON conversation_messages(conversation_id);

CREATE INDEX idx_conversations_updated ON conversations(updated_at);

CREATE VIRTUAL TABLE conversation_messages_fts
USING fts5(conversation_id UNINDEXED, role UNINDEXED, content, content='conversation_messages', content_rowid='id');

CREATE TRIGGER conv_msgs_fts_insert AFTER INSERT ON conversation_messages BEGIN
  INSERT INTO conversation_messages_fts(rowid, conversation_id, role, content) VALUES (new.id, new.conversation_id, new.role, new.content);
END;

CREATE TRIGGER conv_msgs_fts_delete AFTER DELETE ON conversation_messages BEGIN
  INSERT INTO conversation_messages_fts(conversation_messages_fts, rowid, conversation_id, role, content) VALUES ('delete', old.id, old.conversation_id, old.role, old.content);
END;

CREATE TRIGGER conv_msgs_fts_update AFTER UPDATE ON conversation_messages BEGIN
  INSERT INTO conversation_messages_fts(conversation_messages_fts, rowid, conversation_id, role, content) VALUES ('delete', old.id, old.conversation_id, old.role, old.content);
  INSERT INTO conversation_messages_fts(rowid, conversation_id, role, content) VALUES (new.id, new.conversation_id, new.role, new.content);
END;
