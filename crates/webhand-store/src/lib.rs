//! webhand-store
